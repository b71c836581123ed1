/** The code of the recipes in the documentation: what a reader copies is what a test runs. */

/** The fenced block whose info string is the recipe's name. */
export function recipeOf(page: string, path: string, name: string): string {
  const code = page.split(`\`\`\`${name}\n`)[1]?.split('```')[0];
  if (code === undefined) throw new Error(`${path} has no recipe "${name}"`);
  return code;
}
