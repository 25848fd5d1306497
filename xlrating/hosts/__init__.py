"""The programs that show the worksheet functions: one module each, and nowhere else."""
