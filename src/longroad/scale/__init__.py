"""The same jobs on a Ray cluster (the extra ``scale``): who does them there, what travels, what happens when
a worker, a node or the driver dies. Where a job is done never changes its result.

>>> from longroad.arena import play_match
>>> with on_ray(cores=1) as cluster:  # doctest: +SKIP
...     play_match(["random", "weighted"], games=100, seed=1, runner=cluster.runner()).wins
[13, 87]
"""

from longroad.scale.cluster import Cluster, on_ray
from longroad.scale.runner import RayRunner

__all__ = ["Cluster", "RayRunner", "on_ray"]
