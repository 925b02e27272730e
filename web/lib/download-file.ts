import type { ReadName } from '#contract/routes/index.ts'
import { type CallOptions, fetchResponse } from './client.ts'

/** Exports are slow: the call fails after this time. */
const timeoutMs = 120_000

/** Saves a file through the browser's download. */
export function saveFile(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has read the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** Downloads the file of a call (CSV, JSON) and saves it. Throws an ApiCallError. */
export async function downloadFromApi<N extends ReadName>(
  name: N,
  options: Pick<CallOptions<N>, 'params' | 'query' | 'body'>,
  fileName: string,
): Promise<void> {
  const response = await fetchResponse<N>(name, { ...options, timeoutMs })
  saveFile(await response.blob(), fileName)
}
