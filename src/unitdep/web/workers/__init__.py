"""Workers: the processes that solve and check for the web app."""
