package shop;

import java.util.Arrays;

/** Arrays of arrays, labelled loops, all widths of arithmetic, and a constant switch. */
public final class Matrix {
    private final double[][] cells;

    public Matrix(int rows, int columns) {
        cells = new double[rows][columns];
    }

    public Matrix times(Matrix other) {
        Matrix product = new Matrix(cells.length, other.cells[0].length);
        for (int i = 0; i < cells.length; i++) {
            for (int j = 0; j < other.cells[0].length; j++) {
                for (int k = 0; k < other.cells.length; k++) {
                    product.cells[i][j] += cells[i][k] * other.cells[k][j];
                }
            }
        }
        return product;
    }

    public long checksum() {
        long sum = 0;
        rows:
        for (double[] row : cells) {
            for (double cell : row) {
                if (Double.isNaN(cell)) {
                    continue rows;
                }
                sum = sum * 31 + Double.doubleToLongBits(cell) ^ sum >>> 7;
                sum += (byte) sum + (short) sum + (char) sum + (int) (float) sum;
            }
        }
        return switch ((int) (sum & 3)) {
            case 0 -> sum;
            case 1 -> ~sum;
            case 2 -> -sum;
            default -> sum ^ Arrays.deepHashCode(cells);
        };
    }
}
