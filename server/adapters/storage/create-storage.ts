import { join } from 'node:path'
import { createDiskStorage } from './disk.ts'
import { type S3Settings, createS3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** Where pictures are kept: in the bucket that is set, else beside the data. */
export const createStorage = ({
  s3,
  dataDir,
}: {
  s3: S3Settings | null
  dataDir: string
}): Storage => (s3 ? createS3Storage(s3) : createDiskStorage(join(dataDir, 'files')))
