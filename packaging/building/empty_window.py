"""An empty window and nothing else: the reference for the program's start time."""

import pyqtgraph
from PySide6.QtWidgets import QApplication, QMainWindow

application = QApplication([])
window = QMainWindow()
window.setCentralWidget(pyqtgraph.GraphicsLayoutWidget())
window.resize(1600, 900)
window.show()
application.processEvents()
window.grab()
