import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Adds a file and everything that it imports by a relative path, as paths below the root. */
function addImports(file: string, found: Set<string>): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path = ''] of read(file).matchAll(/^(?:import|\}) .*from '(\.[^']+)'$/gm))
    addImports(relative(root, join(root, dirname(file), path)), found)
  return found
}

test('the image copies every file that configures its interface', () => {
  const stage = /^FROM packages AS interface$([^]*?)^FROM /m.exec(read('Dockerfile'))?.[1] ?? ''
  const copied = [...stage.matchAll(/^COPY (.+)$/gm)].flatMap(([, line = '']) =>
    line.split(/\s+/).slice(0, -1),
  )
  const imported = [...addImports('vite.config.ts', new Set())]
  expect(imported.length).toBeGreaterThan(4)
  const isCopied = (file: string) =>
    copied.some((path) => file === path || file.startsWith(`${path}/`))
  expect(imported.filter((file) => !isCopied(file))).toEqual([])
})
