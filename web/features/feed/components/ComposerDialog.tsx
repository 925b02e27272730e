import { useEffect, useEffectEvent } from 'react'
import { limits } from '#contract/limits.ts'
import type { Person } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { openOverlay } from '#web/shared/overlay-state.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { draftStoreFor } from '../composer/post-drafts.ts'
import { Composer } from './Composer.tsx'

type Additions = {
  person?: Person | undefined
  text?: string | undefined
  score?: number | undefined
}

/** Adds a person to the draft once, the text to a draft without text, and sets the amount. */
function useAddToDraft({ person, text, score }: Additions): void {
  const { workspace, user, impersonated } = useConfig()
  const addPerson = useEffectEvent((added: Person) => {
    const drafts = draftStoreFor(workspace.id, user.id, impersonated)
    const { draft } = drafts.get()
    const isNew =
      draft.people.length < limits.recipients_max && !draft.people.some(({ id }) => id === added.id)
    drafts.edit({
      people: isNew ? [...draft.people, added] : draft.people,
      text: draft.text.trim() ? draft.text : (text ?? draft.text),
      ...(score === undefined ? {} : { score, typed: '' }),
    })
  })
  useEffect(() => {
    if (person) addPerson(person)
  }, [person])
}

/**
 * The composer over any page: a dialog, on a phone a full screen. It shares the draft with the
 * composer of the feed. It closes when the post is sent, and opens again when that fails.
 */
export function ComposerDialog({ onClose, ...additions }: Additions & { onClose: () => void }) {
  const { t } = useTranslation('feed')
  useAddToDraft(additions)
  const onSend = () => {
    onClose()
    // On the feed the post enters at the top.
    if (location.pathname === '/feed') window.scrollTo({ top: 0 })
  }
  return (
    <Dialog
      title={t('composer.label')}
      close={t('common:close')}
      size="lg"
      isFullScreenOnPhone
      onClose={onClose}
    >
      <Composer variant="dialog" onSend={onSend} onFail={() => openOverlay('thank')} />
    </Dialog>
  )
}
