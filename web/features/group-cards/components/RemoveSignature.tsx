import { Button } from '@mantine/core'
import { useState } from 'react'
import type { GroupCard } from '#contract/schemas/group-cards.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useUnsignCard } from '../api/queries.ts'

/** Removes the reader's signature from a delivered card, which nobody can sign again. */
export function RemoveSignature({ card: { id } }: { card: GroupCard }) {
  const { t } = useTranslation('organization')
  const [isAsking, setIsAsking] = useState(false)
  const unsign = useUnsignCard(id, {
    onSuccess: () => {
      setIsAsking(false)
      notifySuccess(t('cards.removed'))
    },
    onError: (error) => {
      setIsAsking(false)
      notifyError(t, error)
    },
  })
  return (
    <div>
      <Button variant="subtle" color="gray" onClick={() => setIsAsking(true)}>
        {t('cards.remove')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        danger
        title={t('cards.remove')}
        text={t('cards.remove_text')}
        confirm={t('cards.remove')}
        cancel={t('common:cancel')}
        busy={unsign.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => unsign.mutate()}
      />
    </div>
  )
}
