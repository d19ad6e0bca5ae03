import type { ArithmeticExpression, ArithmeticWord } from 'unbash';

/** What arithmetic asks of the shell around it. */
export interface Names {
  /** The value of a variable or of a word with expansions as text; undefined when unknown. */
  read(word: ArithmeticWord): string | undefined;
  write(name: string, value: bigint | undefined, at: ArithmeticExpression): void;
}

const name = /^[A-Za-z_]\w*$/;

/** The number that bash computes, in 64 bits; undefined when it depends on something unknown or is an error. */
export function evaluate(node: ArithmeticExpression, names: Names): bigint | undefined {
  switch (node.type) {
    case 'ArithmeticGroup':
      return evaluate(node.expression, names);
    case 'ArithmeticWord': {
      const text = names.read(node);
      return text === undefined ? undefined : number(text);
    }
    case 'ArithmeticCommandExpansion':
      return undefined;
    case 'ArithmeticTernary': {
      const test = evaluate(node.test, names);
      if (test !== undefined) return evaluate(test !== 0n ? node.consequent : node.alternate, names);
      forgetWrites(node.consequent, names);
      forgetWrites(node.alternate, names);
      return undefined;
    }
    case 'ArithmeticUnary': {
      if (node.operator === '++' || node.operator === '--') {
        const before = evaluate(node.operand, names);
        const after = before === undefined ? undefined : wrap(node.operator === '++' ? before + 1n : before - 1n);
        if (node.operand.type === 'ArithmeticWord' && name.test(node.operand.value)) names.write(node.operand.value, after, node);
        else return undefined;
        return node.prefix ? after : before;
      }
      const value = evaluate(node.operand, names);
      if (value === undefined) return undefined;
      switch (node.operator) {
        case '-':
          return wrap(-value);
        case '+':
          return value;
        case '!':
          return value === 0n ? 1n : 0n;
        case '~':
          return ~value;
        default:
          return undefined;
      }
    }
    case 'ArithmeticBinary':
      return binary(node.operator, node.left, node.right, node, names);
  }
}

function binary(operator: string, left: ArithmeticExpression, right: ArithmeticExpression, node: ArithmeticExpression, names: Names): bigint | undefined {
  if (/^([-+*/%&|^]|<<|>>)?=$/.test(operator)) {
    const value = operator === '=' ? evaluate(right, names) : binary(operator.slice(0, -1), left, right, node, names);
    if (left.type !== 'ArithmeticWord' || !name.test(left.value)) return undefined;
    names.write(left.value, value, node);
    return value;
  }
  const a = evaluate(left, names);
  if (operator === '&&' || operator === '||') {
    if (a !== undefined && (a !== 0n) === (operator === '||')) return operator === '||' ? 1n : 0n;
    if (a === undefined) forgetWrites(right, names);
    const b = a === undefined ? undefined : evaluate(right, names);
    return b === undefined ? undefined : b !== 0n ? 1n : 0n;
  }
  const b = evaluate(right, names);
  if (operator === ',') return b;
  if (a === undefined || b === undefined) return undefined;
  const truth = (is: boolean): bigint => (is ? 1n : 0n);
  switch (operator) {
    case '+':
      return wrap(a + b);
    case '-':
      return wrap(a - b);
    case '*':
      return wrap(a * b);
    case '/':
      return b === 0n ? undefined : wrap(a / b);
    case '%':
      return b === 0n ? undefined : a % b;
    case '**':
      return b < 0n || b > 64n ? undefined : wrap(a ** b);
    case '<<':
      return b < 0n || b > 63n ? undefined : wrap(a << b);
    case '>>':
      return b < 0n || b > 63n ? undefined : a >> b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<':
      return truth(a < b);
    case '<=':
      return truth(a <= b);
    case '>':
      return truth(a > b);
    case '>=':
      return truth(a >= b);
    case '==':
      return truth(a === b);
    case '!=':
      return truth(a !== b);
    default:
      return undefined;
  }
}

const wrap = (value: bigint): bigint => BigInt.asIntN(64, value);

/** A part that is computed only under an unknown condition: what it would set is unknown. */
function forgetWrites(node: ArithmeticExpression, names: Names): void {
  evaluate(node, { read: () => undefined, write: (n, _, at) => names.write(n, undefined, at) });
}

/** An integer as bash reads it: decimal, `0x`, octal, `base#digits`; empty is 0. */
export function number(text: string): bigint | undefined {
  const t = text.trim();
  if (t === '') return 0n;
  const sign = t.startsWith('-') ? -1n : 1n;
  const digits = t.replace(/^[-+]/, '');
  if (digits.length > 30) return undefined;
  if (/^0[xX][\da-fA-F]+$/.test(digits)) return wrap(sign * BigInt(digits));
  if (/^0[0-7]+$/.test(digits)) return wrap(sign * BigInt('0o' + digits.slice(1)));
  if (/^(0|[1-9]\d*)$/.test(digits)) return wrap(sign * BigInt(digits));
  const based = /^(\d+)#([\da-zA-Z]+)$/.exec(digits);
  const base = Number(based?.[1]);
  if (!based || base < 2 || base > 36) return undefined;
  let value = 0n;
  for (const c of based[2]!.toLowerCase()) {
    const digit = parseInt(c, 36);
    if (digit >= base) return undefined;
    value = value * BigInt(base) + BigInt(digit);
  }
  return wrap(sign * value);
}
