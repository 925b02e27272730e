import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** Where pictures are kept: in the bucket that is set, else beside the data. */
export const openStorage = ({ s3, dataDir }: Config): Storage => (s3 ? s3Storage(s3) : diskStorage(join(dataDir, 'files')))
