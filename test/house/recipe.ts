/** The code of the recipes in the documentation. A test runs exactly this code. */

/** The fenced block whose info string is the name of the recipe. */
export function recipeOf(page: string, path: string, name: string): string {
  const code = page.split(`\`\`\`${name}\n`)[1]?.split('```')[0];
  if (code === undefined) throw new Error(`${path} has no recipe "${name}"`);
  return code;
}
