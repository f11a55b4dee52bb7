import HeanCore
