"""What the keeper costs and what it withstands: `bench/run`, `bench/faults`, `bench/hands`."""
