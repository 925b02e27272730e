import { throwRefusal } from '#server/platform/errors.ts'

/** Throws file_unreadable for a list that cannot be parsed. */
export const throwUnreadable = (): never => throwRefusal('file_unreadable', { field: 'file' })
