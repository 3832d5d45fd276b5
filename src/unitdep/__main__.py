"""``python -m unitdep`` is the command line."""

from unitdep.cli import main

if __name__ == "__main__":
    main()
