import type { RouteName } from '#contract/routes.ts'
import { type CallOptions, fetchResponse } from './client.ts'

/** Exports may take their time; what does not come within it counts as lost. */
const timeout_ms = 120_000

/** Hands a file to the browser to keep. */
export function saveFile(file: Blob, file_name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file_name
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
  file_name: string,
): Promise<void> {
  const response = await fetchResponse(name, options, timeout_ms)
  saveFile(await response.blob(), file_name)
}
