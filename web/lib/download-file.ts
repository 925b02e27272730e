import type { RouteName } from '#contract/routes/index.ts'
import { type CallOptions, fetchResponse } from './client.ts'

/** Exports may take their time; what does not come within it counts as lost. */
const timeoutMs = 120_000

/** Hands a file to the browser to keep. */
export function saveFile(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken the file over by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}

/**
 * Fetches a file that a call answers (CSV) and hands it to the browser to keep. Throws a CallError.
 */
export async function downloadFromApi<N extends RouteName>(
  name: N,
  options: Pick<CallOptions<N>, 'params' | 'query'>,
  fileName: string,
): Promise<void> {
  const response = await fetchResponse(name, options, timeoutMs)
  saveFile(await response.blob(), fileName)
}
