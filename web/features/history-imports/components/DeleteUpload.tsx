import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useDeleteHistory } from '../api/queries.ts'

/** Deletes an upload that has not started, after a question. */
export function DeleteUpload({ id }: { id: string }) {
  const { t } = useTranslation('imports')
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const remove = useDeleteHistory(id, {
    onDeleted: () => navigate({ to: '/settings/history-imports' }),
    onError: (error) => {
      setIsAsked(false)
      notifyError(t, error)
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {t('history.delete.button')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        danger
        title={t('history.delete.title')}
        text={t('history.delete.text')}
        confirm={t('history.delete.button')}
        cancel={t('common:cancel')}
        busy={remove.isPending}
        onClose={() => setIsAsked(false)}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
