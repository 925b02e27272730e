import { join } from 'node:path'
import { diskStorage } from './disk.ts'
import { type S3, s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** Where pictures are kept: in the bucket that is set, else beside the data. */
export const openStorage = ({ s3, dataDir }: { s3: S3 | null; dataDir: string }): Storage =>
  s3 ? s3Storage(s3) : diskStorage(join(dataDir, 'files'))
