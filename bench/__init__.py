"""What the server costs and what it withstands: `bench/run`, `bench/faults`, `bench/hands`."""
