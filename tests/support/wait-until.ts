/**
 * Polls until the condition holds, and throws after the timeout. Returns the elapsed milliseconds.
 */
export async function waitUntil(
  description: string,
  condition: () => Promise<boolean> | boolean,
  timeoutMs = 40_000,
): Promise<number> {
  const start = performance.now()
  while (!(await condition())) {
    if (performance.now() - start > timeoutMs) throw new Error(`never: ${description}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - start
}
