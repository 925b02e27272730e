/** Asks until it is so; throws when it never is. Answers how many milliseconds it took. */
export async function waitUntil(
  what: string,
  look: () => Promise<boolean> | boolean,
  patienceMs = 40_000,
): Promise<number> {
  const start = performance.now()
  while (!(await look())) {
    if (performance.now() - start > patienceMs) throw new Error(`never: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - start
}
