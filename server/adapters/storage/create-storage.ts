import { join } from 'node:path'
import { createDiskStorage } from './disk.ts'
import { type S3Settings, createS3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/**
 * Creates the file storage: the S3 bucket if configured, otherwise a folder of the data directory.
 */
export const createStorage = ({
  s3,
  dataDir,
}: {
  s3: S3Settings | null
  dataDir: string
}): Storage => (s3 ? createS3Storage(s3) : createDiskStorage(join(dataDir, 'files')))
