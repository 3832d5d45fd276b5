"""Sentences of our own with the quantities in them: what ``make quantities`` compares on.

They were written, with their gold, before either program had read them. After each sentence come
its quantities, separated by semicolons: the value and the unit in the singular, with a slash before
the Den Unit of a rate. "@kind" marks a number that isn't an amount: an ordinal, a date, a clock
time or a label. "a || b + c" allows two readings where both are fair: of one amount in two
measures, and of "a spider has 8 legs".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Sentence:
    """One sentence with what it should give."""

    topic: str
    text: str
    gold: tuple[str, ...]


_TEXT: Final = """
# news
The city bought 50 cars and 12 vans last winter. | 50 car; 12 van
About 3,400 people marched through the old town. | 3400 person
The storm left 18,000 homes without power for 6 hours. | 18000 home; 6 hour
Unemployment fell by 2.5% in May. | 2.5 percent
The council has voted to spend $4 million on cycle lanes. | 4000000 dollar
Seven firefighters were treated for smoke. | 7 firefighter
The bridge was closed in 1999 and never opened again. | @date 1999
She resigned on 3 May 2021 after a vote of 61 to 40. | @date 2021-05-03; 61 ; 40
The strike began on 12/25/2020. | @date 2020-12-25
Turnout was 71 percent, the highest since 1974. | 71 percent; @date 1974
The mayor won a third term. | @ordinal 3
Farmers lost 200 acres of wheat and 35 tractors. | 200 acre; 35 tractor
The new line will carry 9,000 passengers per hour. | 9000 passenger/hour
A loaf now costs £1.40, up from 95p. | 1.40 pound; 95 penny
Officials counted 1.2 million votes by midnight. | 1200000 vote; @clock 00:00
The museum drew 45,000 visitors in its first month. | 45000 visitor; @ordinal 1
The flood rose 40 centimetres in two hours. | 40 centimeter; 2 hour
Rents climbed to $1,850 a month. | 1850 dollar/month
The train leaves from platform 9 at 4 pm. | @label 9; @clock 16:00
Two thirds of the trees on Elm Street were cut down. | 2/3
The firm employs 620 people in 14 countries. | 620 person; 14 country
Police stopped bus 7 near the harbour. | @label 7
The ferry sank in 30 metres of water. | 30 meter
Crews cleared 85 tonnes of rubble in four days. | 85 tonne; 4 day
The ninth edition of the fair opens on June 5. | @ordinal 9; @date --06-05
The tax adds 20 cents a litre to the price of petrol. | 20 cent/liter
# recipes
Beat 3 eggs with 200 g of sugar. | 3 egg; 200 gram
Add 1/2 cup of milk and two tablespoons of oil. | 1/2 cup; 2 tablespoon
Bake for 45 minutes at 180 °C. | 45 minute; 180 degree celsius
Stir in 2 1/2 cups of flour. | 5/2 cup
Simmer the beans for 1 hour and 20 minutes. | 80 minute || 1 hour + 20 minute
Chop 4 red onions and 2 cloves of garlic. | 4 onion; 2 clove
Pour in 750 ml of stock. | 750 milliliter
The dough needs half a teaspoon of salt. | 1/2 teaspoon
Serve each guest 3 pancakes. | 3 pancake/guest
A dozen lemons give about 500 ml of juice. | 12 lemon; 500 milliliter
Use 100 grams of butter per kilogram of potatoes. | 100 gram/kilogram
Heat the oven to 350°F. | 350 degree fahrenheit
Leave it to rest for 10 to 15 minutes. | 10 minute; 15 minute
Melt 1.5 oz of dark chocolate. | 1.5 ounce
This recipe makes 24 biscuits. | 24 biscuit
Roll it out until it is 5 mm thick. | 5 millimeter
Season with a pinch of salt and 6 peppercorns. | 6 peppercorn
Freeze the soup in 4 tubs. | 4 tub
One portion has 320 calories. | 320 calorie/portion || 320 calorie
Fold in 3/4 of the cream. | 3/4
Boil the rice with twice as much water. | 2 times
Put eight sausages on the grill at 6:30 pm. | 8 sausage; @clock 18:30
# shop
Apples come at 12 apples per box. | 12 apple/box
Tickets are $3 a ticket. | 3 dollar/ticket
The shirt costs £25 but is 20% off. | 25 pound; 20 percent
Each crate holds 24 bottles. | 24 bottle/crate
He paid 80 cents for a pencil. | 80 cent
Socks are sold in packs of 5 pairs. | 5 pair/pack
The grocer sold 36 pounds of pears at $1.20 per pound. | 36 pound; 1.20 dollar/pound
The store opens at 9:15 and closes at 5 p.m. | @clock 09:15; @clock 17:00
Aisle 6 has the cereal. | @label 6
Mia bought three notebooks at €2 each. | 3 notebook; 2 euro/notebook
There are 144 screws in a carton. | 144 screw/carton || 144 screw
The second item is half price. | @ordinal 2; 1/2
We ordered 15 lamps and 15 bulbs. | 15 lamp; 15 bulb
Every customer gets 2 free samples. | 2 sample/customer
A litre of paint covers 12 square metres. | 12 square meter/liter || 12 square meter
Cinemas charge $14 for adults and $9 for children. | 14 dollar; 9 dollar
The phone has 128 GB of storage. | 128 gigabyte
The rope is sold by the metre at $0.75 a metre. | 0.75 dollar/meter
His change was two dollars and 35 cents. | 235 cent || 2 dollar + 35 cent
They gave away 500 balloons. | 500 balloon
The invoice number 4471 is missing. | @label 4471
The bakery sells 90 rolls a day. | 90 roll/day
The box weighs 2 lb 4 oz. | 36 ounce || 2 pound + 4 ounce
Six jars of honey cost $42. | 6 jar; 42 dollar
The kettle uses 2 kW. | 2 kilowatt
# science
Light travels 299,792 km in one second. | 299792 kilometer; 1 second
The sample weighed 0.035 kg. | 0.035 kilogram
The car braked from 90 km/h to 30 km/h. | 90 kilometer/hour; 30 kilometer/hour
The liquid froze at -12 degrees. | -12 degree
The cell divides every 20 minutes. | 20 minute
An adult heart beats about 70 times per minute. | 70 times/minute
The wire carries 5 amps at 230 volts. | 5 ampere; 230 volt
A spider has 8 legs. | 8 leg/spider || 8 leg
The crystal grew 3 mm per day. | 3 millimeter/day
The battery stores 60 kWh. | 60 kilowatt-hour
The probe took 1,100 pictures of the comet. | 1100 picture
The star is 4.2 light-years away. | 4.2 light-year
Gravity pulls at 9.8 m/s². | 9.8 meter/square second
The lake is 12 m deep and 3 miles wide. | 12 meter; 3 mile
Sound moves at 340 metres per second. | 340 meter/second
The mixture is 40% water. | 40 percent
The tree is 15 feet tall and 80 years old. | 15 foot; 80 year
Pressure rose to 101 kPa. | 101 kilopascal
The colony has 30,000 bees and one queen. | 30000 bee; 1 queen
The signal has a frequency of 50 Hz. | 50 hertz
The pump moves 18 litres a minute. | 18 liter/minute
Each molecule has 2 hydrogen atoms. | 2 atom/molecule
The lamp needs 9 watts. | 9 watt
The rock is 4 billion years old. | 4000000000 year
The field covers 6 square kilometres. | 6 square kilometer
The experiment was repeated 25 times. | 25 times
The telescope saw 3 moons on the fourth night. | 3 moon; @ordinal 4
# school
There are 28 pupils in Grade 4. | 28 pupil; @label 4
Open your books at page 30. | @label 30
The exam is in Room 12 at 10:00. | @label 12; @clock 10:00
The teacher handed out 56 worksheets. | 56 worksheet
Lessons last 45 minutes. | 45 minute
Each table seats six children. | 6 child/table
Lena read 4 chapters in 3 days. | 4 chapter; 3 day
One fifth of the class walks to school. | 1/5
The library lends 3 books per pupil. | 3 book/pupil
Do exercises on pages 14 and 15. | @label 14; @label 15
He scored 18 points in the quiz. | 18 point
Our class planted 40 tulips and 25 daffodils. | 40 tulip; 25 daffodil
The bus trip costs $8 per child. | 8 dollar/child
School starts at half past eight. | @clock 08:30
Term ends on 19 December. | @date --12-19
The choir has 3 times as many girls as boys. | 3 times
The ruler is 30 cm long. | 30 centimeter
Ms Lopez bought 9 boxes with 16 crayons in each box. | 9 box; 16 crayon/box
Sam is the first in line and Kim is the twenty-first. | @ordinal 1; @ordinal 21
Only 5 of the 23 paintings were finished. | 5 painting; 23 painting
The head teacher has worked here since 2008. | @date 2008
Chapter 7 has 21 problems. | @label 7; 21 problem
Pupils drink 1.5 litres of water a day. | 1.5 liter/day
A ream has 500 sheets. | 500 sheet/ream || 500 sheet
# sports
The team scored 3 goals in the second half. | 3 goal; @ordinal 2
She ran 10 km in 52 minutes. | 10 kilometer; 52 minute
He finished 3rd in the 100 m sprint. | @ordinal 3; 100 meter
The pool is 50 metres long. | 50 meter
Number 11 passed to number 7. | @label 11; @label 7
The club sold 22,000 season tickets at £310 each. | 22000 ticket; 310 pound/ticket
The cyclist averaged 41 kilometres per hour. | 41 kilometer/hour
They won 4 of their last 10 games. | 4 game; 10 game
A relay team has four runners. | 4 runner/team || 4 runner
The jump measured 8 ft 3 in. | 99 inch || 8 foot + 3 inch
The stadium holds 60,000 fans. | 60000 fan
Kick-off is at 7:45 pm on Saturday. | @clock 19:45
She lifts 85 kg five times a week. | 85 kilogram; 5 times/week
The goalkeeper saved 90% of the shots. | 90 percent
His 15th win came in 2016. | @ordinal 15; @date 2016
The race has 42 runners, 6 of them under eighteen. | 42 runner; 6 runner; 18
The puck flew at 95 mph. | 95 mile/hour
Each player pays 30 euros per season. | 30 euro/season
The marathon route passes 26 water stations. | 26 station
Tara swims 40 laps a day. | 40 lap/day
The match lasted 2 hours and 5 minutes. | 125 minute || 2 hour + 5 minute
Fifteen horses started and 9 finished. | 15 horse; 9 horse
# everyday
I waited twenty-five minutes for the tram. | 25 minute
Grandpa turned 81 last week. | 81 year
We drove 240 miles on 8 gallons of petrol. | 240 mile; 8 gallon
The flat has 3 bedrooms and a garden of 70 square feet. | 3 bedroom; 70 square foot
My aunt lives at 12 Oak Road. | @label 12
Call me at 8 o'clock. | @clock 08:00
He sleeps 7 hours a night. | 7 hour/night
The meeting is on Monday, 14 March. | @date --03-14
The dog eats two cups of food per day. | 2 cup/day
I have one brother and two sisters. | 1 brother; 2 sister
She earns $18 an hour. | 18 dollar/hour
The kitten weighs half a pound. | 1/2 pound
We stayed in Paris for a dozen days. | 12 day
The recipe was on page 112 of volume 2. | @label 112; @label 2
The tank is 3/4 full. | 3/4
A hundred and five guests came to the wedding. | 105 guest
Take two tablets 3 times a day. | 2 tablet; 3 times/day
The car does 15 kilometres per litre. | 15 kilometer/liter
It rained on 11 days in April 2019. | 11 day; @date 2019-04
The couple planted 6 rows of 9 beans. | 6 row; 9 bean/row
The old clock loses 4 minutes a week. | 4 minute/week
"""


def _sentences() -> tuple[Sentence, ...]:
    topic, found = "", list[Sentence]()
    for line in filter(None, _TEXT.splitlines()):
        if line.startswith("# "):
            topic = line.removeprefix("# ")
            continue
        text, _, gold = line.partition(" | ")
        found.append(Sentence(topic, text, tuple(part.strip() for part in gold.split(";"))))
    return tuple(found)


SENTENCES: Final = _sentences()
