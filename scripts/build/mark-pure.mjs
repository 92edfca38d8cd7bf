import { parseAst } from "vite";

/**
 * Marks the top-level values of a module as free of side effects, so that a bundler leaves out those of them
 * that nothing uses: it cannot tell by itself that a table may be left uncomputed. The caller answers for
 * that: nothing at the top level may change anything else.
 */
export function markPure(code) {
  const edits = parseAst(code).body.flatMap((statement) => {
    if (statement.type !== "VariableDeclaration") return [];
    return statement.declarations
      .filter(({ init }) => init !== null && !isInert(init))
      .map(({ init }) => init);
  });
  return edits.reduceRight(
    (text, { start, end }) =>
      `${text.slice(0, start)}/* @__PURE__ */(()=>(${text.slice(start, end)}))()${text.slice(end)}`,
    code,
  );
}

/** Whether every bundler sees that a value can be left out. */
function isInert(node) {
  switch (node?.type) {
    case "Literal":
    case "Identifier":
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return true;
    case "ClassExpression":
      return !node.body.body.some(
        (member) => member.static || member.computed || member.type === "StaticBlock",
      );
    case "ArrayExpression":
      return node.elements.every((element) => element !== null && isInert(element));
    case "ObjectExpression":
      return node.properties.every(
        ({ type, computed, value }) => type === "Property" && !computed && isInert(value),
      );
    default:
      return false;
  }
}
