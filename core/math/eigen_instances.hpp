// SPDX-License-Identifier: BSD-3-Clause
// Eigen's decompositions and products of matrices of any size, compiled once, in eigen_instances.cpp, and not anew for
// every source that uses them: a fifth of the time of a build. Part of the precompiled headers; no source includes it,
// and what is not listed works all the same. Read twice, by that source with another keyword, so it has no guard.
#ifndef TENDRIL_INSTANTIATE
#define TENDRIL_INSTANTIATE extern template
#endif

#include <Eigen/Dense>

namespace Eigen {

// Cholesky.
TENDRIL_INSTANTIATE LLT<MatrixXd>& LLT<MatrixXd>::compute(const EigenBase<MatrixXd>&);
TENDRIL_INSTANTIATE void LLT<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;
TENDRIL_INSTANTIATE void LLT<MatrixXd>::_solve_impl(const MatrixXd&, MatrixXd&) const;
TENDRIL_INSTANTIATE LDLT<MatrixXd>& LDLT<MatrixXd>::compute(const EigenBase<MatrixXd>&);
TENDRIL_INSTANTIATE void LDLT<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;

// Elimination with pivots.
TENDRIL_INSTANTIATE void PartialPivLU<MatrixXd>::compute();
TENDRIL_INSTANTIATE void FullPivLU<MatrixXd>::computeInPlace();
TENDRIL_INSTANTIATE void FullPivLU<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;

// Orthogonal ones.
TENDRIL_INSTANTIATE void ColPivHouseholderQR<MatrixXd>::computeInPlace();
TENDRIL_INSTANTIATE void ColPivHouseholderQR<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;
TENDRIL_INSTANTIATE void ColPivHouseholderQR<MatrixXd>::_solve_impl(const MatrixXd&, MatrixXd&) const;
TENDRIL_INSTANTIATE void CompleteOrthogonalDecomposition<MatrixXd>::computeInPlace();
TENDRIL_INSTANTIATE void CompleteOrthogonalDecomposition<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;
TENDRIL_INSTANTIATE void CompleteOrthogonalDecomposition<MatrixXd>::_solve_impl(const MatrixXd&, MatrixXd&) const;
TENDRIL_INSTANTIATE void HouseholderSequence<MatrixXd, VectorXd>::evalTo(MatrixXd&, VectorXd&) const;
TENDRIL_INSTANTIATE JacobiSVD<MatrixXd>& JacobiSVD<MatrixXd>::compute(const MatrixXd&, unsigned int);

// Eigenvalues.
TENDRIL_INSTANTIATE SelfAdjointEigenSolver<MatrixXd>& SelfAdjointEigenSolver<MatrixXd>::compute(
    const EigenBase<MatrixXd>&, int);
TENDRIL_INSTANTIATE SelfAdjointEigenSolver<Matrix3d>& SelfAdjointEigenSolver<Matrix3d>::compute(
    const EigenBase<Matrix3d>&, int);
TENDRIL_INSTANTIATE GeneralizedSelfAdjointEigenSolver<MatrixXd>& GeneralizedSelfAdjointEigenSolver<MatrixXd>::compute(
    const MatrixXd&, const MatrixXd&, int);
TENDRIL_INSTANTIATE RealSchur<MatrixXd>& RealSchur<MatrixXd>::compute(const EigenBase<MatrixXd>&, bool);
TENDRIL_INSTANTIATE EigenSolver<MatrixXd>& EigenSolver<MatrixXd>::compute(const EigenBase<MatrixXd>&, bool);
TENDRIL_INSTANTIATE ComplexSchur<MatrixXd>& ComplexSchur<MatrixXd>::compute(const EigenBase<MatrixXd>&, bool);

namespace internal {

// What they are made of, which other sizes and blocks need, too.
TENDRIL_INSTANTIATE double rcond_invmatrix_L1_norm_estimate(const LLT<MatrixXd>&);
TENDRIL_INSTANTIATE double rcond_invmatrix_L1_norm_estimate(const PartialPivLU<MatrixXd>&);
TENDRIL_INSTANTIATE void apply_block_householder_on_the_left(Block<MatrixXd>&, const Block<MatrixXd>&,
                                                             const VectorBlock<const VectorXd>&, bool);

// Products.
using Traits = gebp_traits<double, double>;
template <int Order>
using Columns = const_blas_data_mapper<double, Index, Order>;
TENDRIL_INSTANTIATE struct gebp_kernel<double, double, Index, blas_data_mapper<double, Index, ColMajor, 0, 1>,
                                       Traits::mr, Traits::nr, false, false>;
TENDRIL_INSTANTIATE struct gemm_pack_lhs<double, Index, Columns<ColMajor>, Traits::mr, Traits::LhsProgress,
                                         Traits::LhsPacket4Packing, ColMajor>;
TENDRIL_INSTANTIATE struct gemm_pack_lhs<double, Index, Columns<RowMajor>, Traits::mr, Traits::LhsProgress,
                                         Traits::LhsPacket4Packing, RowMajor>;
TENDRIL_INSTANTIATE struct gemm_pack_rhs<double, Index, Columns<ColMajor>, Traits::nr, ColMajor>;
TENDRIL_INSTANTIATE struct gemm_pack_rhs<double, Index, Columns<RowMajor>, Traits::nr, RowMajor>;
TENDRIL_INSTANTIATE struct general_matrix_vector_product<Index, double, Columns<ColMajor>, ColMajor, false, double,
                                                         Columns<RowMajor>, false>;
TENDRIL_INSTANTIATE struct general_matrix_vector_product<Index, double, Columns<ColMajor>, ColMajor, false, double,
                                                         Columns<ColMajor>, false>;
TENDRIL_INSTANTIATE struct general_matrix_vector_product<Index, double, Columns<RowMajor>, RowMajor, false, double,
                                                         Columns<ColMajor>, false>;

}  // namespace internal

}  // namespace Eigen

#undef TENDRIL_INSTANTIATE
