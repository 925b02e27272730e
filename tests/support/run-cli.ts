import { execFile } from 'node:child_process'
import { inject } from 'vitest'
import type { TestApp } from './test-app.ts'

export type CliOutcome = { code: number; stdout: string; stderr: string }

/** Runs the command `laurel` with these settings alone. */
export const runCommandLine = (
  env: Record<string, string | undefined>,
  words: string[],
): Promise<CliOutcome> =>
  new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    execFile(
      process.execPath,
      [inject('programs').cli, ...words],
      { env: { PATH, NODE_COMPILE_CACHE, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })

/** Runs the command `laurel` on the database and the files of a test app. */
export const runCli = ({ ownerUrl, services }: TestApp, ...words: string[]): Promise<CliOutcome> =>
  runCommandLine(
    {
      NODE_ENV: 'test',
      DATABASE_URL: ownerUrl,
      DATA_DIR: services.config.dataDir,
      SECRET: services.config.secret,
      PUBLIC_URL: services.config.publicUrl,
    },
    words,
  )
