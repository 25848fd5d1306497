"""Jobs of a federation next to the best code written by hand for the same job, and others' programs.

`python -m benchmarks`, in the folder `tests`, runs each job and its yardsticks in turn, prints the ratios of their
processor time and writes `README.md`. Activity, kinds of keys, sizes and the seed are its options:
by default each run makes its own data.
"""
