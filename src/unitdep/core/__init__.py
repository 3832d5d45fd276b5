"""The paper's own objects: expression trees and unit dependency graphs."""
