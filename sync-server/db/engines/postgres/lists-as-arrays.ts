import { OperatorNode, PostgresQueryCompiler, PrimitiveValueListNode, type BinaryOperationNode } from 'kysely'

/** `in ($1, $2)` as `= any($1)`: one text, and so one plan, for lists of any length, the empty one included. */
export class ListsAsArrays extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    const word = OperatorNode.is(operator) ? operator.operator : undefined
    // What stands for values that come later is left where it is.
    const isList =
      PrimitiveValueListNode.is(rightOperand) &&
      (rightOperand.values.every((value) => typeof value === 'string') || rightOperand.values.every((value) => typeof value === 'number'))
    if (!isList || (word !== 'in' && word !== 'not in')) return super.visitBinaryOperation(node)
    this.visitNode(leftOperand)
    this.append(word === 'in' ? ' = any(' : ' <> all(')
    this.appendValue([...rightOperand.values])
    this.append(')')
  }
}
