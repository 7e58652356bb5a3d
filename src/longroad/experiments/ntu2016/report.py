from dataclasses import dataclass
@dataclass
class Found:
    studies: object
    pairs: object
    series: object
    games: object
def write_report(r,f): 
    return f
