"""Tables that compare with what the authors published: their 2017 paper, and later runs of 2018."""
