//! The value of a small matrix game.

/// Computes the value of the matrix game `M` and an optimal strategy: the weights `w` of the columns (none
/// negative, their sum one) that maximize the least entry of `M·w`.
///
/// By Shapley and Snow (1950) some optimal weights equalize the rows of a square submatrix, so it is
/// enough to try those. Whatever the rounding, the returned value is that of the returned weights.
pub fn maximin<const N: usize>(m: &[[f64; N]; N]) -> (f64, [f64; N]) {
    let mut best = (f64::NEG_INFINITY, [0.0; N]);
    let mut consider = |weights: [f64; N]| {
        let row = |row: &[f64; N]| row.iter().zip(&weights).map(|(entry, weight)| entry * weight).sum();
        let least = m.iter().map(row).fold(f64::INFINITY, f64::min);
        if least > best.0 {
            best = (least, weights);
        }
    };
    for column in 0..N {
        let mut weights = [0.0; N];
        weights[column] = 1.0;
        consider(weights);
    }
    for i in 0..N {
        for j in 0..i {
            for row in 0..N {
                for other in 0..row {
                    let slope_i = m[row][i] - m[other][i];
                    let slope_j = m[other][j] - m[row][j];
                    let weight = slope_j / (slope_i + slope_j);
                    if weight > 0.0 && weight < 1.0 {
                        let mut weights = [0.0; N];
                        weights[i] = weight;
                        weights[j] = 1.0 - weight;
                        consider(weights);
                    }
                }
            }
        }
    }
    if N == 3 {
        let difference = |row: usize| [0, 1, 2].map(|column| m[0][column] - m[row][column]);
        let (u, v) = (difference(1), difference(2));
        let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let sum: f64 = normal.iter().sum();
        let mut weights = [0.0; N];
        for (weight, along) in weights.iter_mut().zip(normal) {
            *weight = along / sum;
        }
        if weights.iter().all(|&weight| weight >= 0.0) {
            consider(weights);
        }
    }
    best
}
