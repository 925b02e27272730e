import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useTakeBack } from './work-list.api.ts'
import css from './work-list.module.css'

/** Returns each person with a part of a fulfilled purchase, with the points that return to them. */
function listRefunds({ contributions }: Purchase) {
  const fulfilled = contributions.filter((part) => part.status === 'fulfilled')
  return [...Map.groupBy(fulfilled, (part) => part.user_id)].flatMap(([id, parts]) => {
    const user = parts[0]?.user
    return user ? [{ id, user, points: parts.reduce((sum, part) => sum + part.amount, 0) }] : []
  })
}

/** Takes a fulfilled purchase back, with a reason for its buyers. `done` follows a success. */
export function TakeBackDialog({
  purchase,
  done,
  onClose,
}: {
  purchase: Purchase
  done: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('rewards')
  const name = usePersonName()
  const [reason, setReason] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const takeBack = useTakeBack({
    onSuccess: () => {
      notifySuccess(t('take_back.done'))
      done()
    },
    onError: (error) => {
      notifyError(t, error)
      // Any other error keeps the typed reason for another attempt.
      if (error instanceof ApiCallError && error.has('purchase_decided')) onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('take_back.title', { title: purchase.title })}
      text={t('take_back.text')}
      confirm={t('take_back.confirm')}
      cancel={t('common:cancel')}
      busy={takeBack.isPending}
      ready={reason.trim() !== ''}
      onConfirm={() => takeBack.mutate({ id: purchase.id, reason: reason.trim(), key })}
      onClose={onClose}
    >
      <div className={css['refund']}>
        <ul className={css['refunds']}>
          {listRefunds(purchase).map(({ id, user, points }) => (
            <li key={id}>
              <span>{name(user)}</span>
              <b>{t('common:points', { count: points })}</b>
            </li>
          ))}
        </ul>
        {purchase.company_part > 0 ? (
          <p className={css['facts']}>{t('take_back.company', { count: purchase.company_part })}</p>
        ) : null}
        <Textarea
          label={t('decline.reason')}
          description={t('take_back.hint')}
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={limits.comment_chars_max}
          value={reason}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
