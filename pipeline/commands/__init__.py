"""One module a command: it reads, computes, writes and prints, in that order."""
