import type { QueryClient } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { callAndInvalidate } from '#web/shared/use-call.ts'
import i18n from '#web/lib/translate.ts'
import type { DraftPicture, DraftStore, PostDraft } from './post-drafts.ts'

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
  if (!file.type.startsWith('image/')) {
    fail(t('errors:file_unreadable'))
    return
  }
  if (file.size > limits.file_bytes_max) {
    fail(t('errors:file_too_large'))
    return
  }
  const preview = URL.createObjectURL(file)
  const pending: DraftPicture = { id: null, preview, width: 0, height: 0, alt: '' }
  drafts.edit({ picture: pending })
  const hasPicture = ({ picture }: PostDraft) => picture?.preview === preview
  /**
   * Changes or removes the picture in its draft, which may be an unsent draft by now. The picture
   * may also have been replaced or removed.
   */
  const change = (part: Partial<DraftPicture> | null, why: string | null) => {
    const update = (draft: PostDraft): PostDraft => ({
      ...draft,
      picture: draft.picture && part && { ...draft.picture, ...part },
    })
    const { draft } = drafts.get()
    if (hasPicture(draft)) {
      drafts.edit(update(draft))
      if (why !== null) fail(why)
      return
    }
    drafts.set(({ shelf }) => ({
      shelf: shelf.map((unsent) =>
        hasPicture(unsent.draft) ? { ...unsent, draft: update(unsent.draft), why } : unsent,
      ),
    }))
  }
  try {
    change(await callAndInvalidate(client, 'posts.upload_picture', { body: {}, file }), null)
  } catch (error) {
    const { fields, general } = toFormErrors(t, error, ['file'])
    change(null, fields['file'] ?? general ?? t('errors:upload_failed'))
    URL.revokeObjectURL(preview)
  }
}
