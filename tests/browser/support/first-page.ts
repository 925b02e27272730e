import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { waitUntilSettled } from './page-checks.ts'

/** Brotli sizes in bytes. New code of the first page has to make room within them (decision 020). */
export const firstPageBudget = { js: 150 * 1_024, css: 17.8 * 1_024 }

type LoadedFile = { name: string; bytes: number }

/**
 * Opens a path and returns the scripts and style sheets that it loads until it is idle, with their
 * brotli sizes, biggest first. `rendered` resolves when the content is on screen.
 */
export async function loadFirstPage(
  page: Page,
  url: string,
  rendered: () => Promise<unknown>,
): Promise<LoadedFile[]> {
  const files: Promise<LoadedFile>[] = []
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname
    if (/\.(js|css)$/.test(name))
      files.push(response.body().then((body) => ({ name, bytes: brotliCompressSync(body).length })))
  })
  await page.goto(url)
  await rendered()
  await waitUntilSettled(page)
  return (await Promise.all(files)).sort((a, b) => b.bytes - a.bytes)
}

export const sumBytes = (files: readonly LoadedFile[], kind: 'js' | 'css'): number =>
  files.filter(({ name }) => name.endsWith(kind)).reduce((total, { bytes }) => total + bytes, 0)
