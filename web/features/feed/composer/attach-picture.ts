import type { QueryClient } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { callAndInvalidate } from '#web/shared/use-call.ts'
import i18n from '#web/lib/translate.ts'
import type { DraftPicture, DraftStore } from './post-drafts.ts'

/**
 * Uploads a picture into the draft. The draft shows it at once; it has an id when the upload is
 * over. A refused picture is removed from the draft; the text stays, with the reason beside it.
 */
export async function attachPicture(
  client: QueryClient,
  drafts: DraftStore,
  file: File,
): Promise<void> {
  const t = i18n.t.bind(i18n)
  const fail = (reason: string) =>
    drafts.set(({ problems }) => ({
      problems: { ...problems, fields: { ...problems.fields, picture: reason } },
    }))
  if (file.size > limits.file_bytes_max) {
    fail(t('errors:file_too_large'))
    return
  }
  const preview = URL.createObjectURL(file)
  const pending: DraftPicture = { id: null, preview, width: 0, height: 0, alt: '' }
  drafts.edit({ picture: pending })
  /** The picture may have been replaced or removed. */
  const change = (part: Partial<DraftPicture> | null) => {
    const { picture } = drafts.get().draft
    if (picture?.preview === preview) drafts.edit({ picture: part && { ...picture, ...part } })
    if (part === null) URL.revokeObjectURL(preview)
  }
  try {
    change(await callAndInvalidate(client, 'posts.upload_picture', { body: {}, file }))
  } catch (error) {
    const { fields, general } = toFormErrors(t, error, ['file'])
    change(null)
    fail(fields['file'] ?? general ?? t('errors:upload_failed'))
  }
}
