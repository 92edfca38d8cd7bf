import { parseAst } from "vite";

/** A name, or a name of a name, that a script takes out of a module that it imports when it needs it. */
export interface TakenImport {
  readonly target: string;
  readonly path: readonly string[];
}

/** As much of a syntax tree's node as is looked at. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";

/** What a script takes out of its dynamic imports: by a pattern, or by a property. */
export function takenImports(code: string, resolve: (target: string) => string): TakenImport[] {
  const taken: TakenImport[] = [];
  const visit = (node: Node, parents: readonly Node[]): void => {
    if (node.type === "ImportExpression") {
      const target = resolve(String((node.source as Node).value));
      taken.push(...pathsOf(parents).map((path) => ({ target, path })));
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, [node, ...parents]);
  };
  visit(parseAst(code) as unknown as Node, []);
  return taken;
}

/** @throws Error the import is used in a form that is not looked for */
function pathsOf([awaiting, user, ...more]: readonly Node[]): string[][] {
  if (awaiting?.type === "AwaitExpression") {
    const by = user?.type === "ParenthesizedExpression" ? more[0] : user;
    if (by?.type === "MemberExpression") return [[String((by.property as Node).name)]];
    if (by?.type === "VariableDeclarator") return patternPaths(by.id as Node);
  }
  throw new Error(`a dynamic import in an unknown form: ${awaiting?.type}, ${user?.type}`);
}

function patternPaths(pattern: Node): string[][] {
  if (pattern.type !== "ObjectPattern") return [[]];
  return (pattern.properties as Node[]).flatMap(({ key, value }) =>
    patternPaths(value as Node).map((path) => [String((key as Node).name), ...path]),
  );
}
