import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AwardGift } from '#contract/schemas/awards.ts'
import { useCan, useConfig } from '#web/shared/config.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { downloadCertificate, useApproveGift, useWithdrawGift } from '../api/queries.ts'
import css from './awards.module.css'
import { DeclineDialog } from './DeclineDialog.tsx'

type Props = { gift: AwardGift }

/** Approves at once, or asks for the reason of a decline. */
function DecisionButtons({ gift }: Props) {
  const { t } = useTranslation('organization')
  const [isDeclining, setIsDeclining] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const approve = useApproveGift({
    onSuccess: () => notifySuccess(t('awards.decide.approved')),
    onError: (error) => notifyError(t, error),
  })
  const { id, steps_done: step } = gift
  return (
    <>
      <Button
        loading={approve.isPending}
        onClick={() => approve.mutate({ id, key, body: { approve: true, step } })}
      >
        {t('awards.decide.approve')}
        <span className="sr-only"> {gift.award.name}</span>
      </Button>
      <Button variant="default" disabled={approve.isPending} onClick={() => setIsDeclining(true)}>
        {t('awards.decide.decline')}
        <span className="sr-only"> {gift.award.name}</span>
      </Button>
      {isDeclining ? <DeclineDialog gift={gift} onClose={() => setIsDeclining(false)} /> : null}
    </>
  )
}

function WithdrawButton({ gift: { id, award } }: Props) {
  const { t } = useTranslation('organization')
  const [isAsking, setIsAsking] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const close = () => setIsAsking(false)
  const withdraw = useWithdrawGift({
    onSuccess: () => {
      notifySuccess(t('awards.withdraw.done'))
      close()
    },
    onError: (error) => {
      notifyError(t, error)
      close()
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('awards.withdraw.action')}
        <span className="sr-only"> {award.name}</span>
      </Button>
      <ConfirmDialog
        opened={isAsking}
        danger
        title={t('awards.withdraw.title', { name: award.name })}
        text={t('awards.withdraw.text')}
        confirm={t('awards.withdraw.action')}
        cancel={t('common:cancel')}
        busy={withdraw.isPending}
        onClose={close}
        onConfirm={() => withdraw.mutate({ id, key })}
      />
    </>
  )
}

function CertificateButton({ gift: { id, award } }: Props) {
  const { t } = useTranslation('organization')
  const download = useMutation({
    mutationFn: () => downloadCertificate(id, award.name),
    onError: (error) => notifyError(t, error),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('awards.gift.certificate')}
      <span className="sr-only"> {award.name}</span>
    </Button>
  )
}

/** What the reader can do with a gift; nothing without an action. */
export function GiftActions({ gift }: Props) {
  const { t } = useTranslation('organization')
  const { user } = useConfig()
  const can = useCan()
  const isOwn = gift.giver.id === user.id
  const isReceiver = gift.receivers.some(({ id }) => id === user.id)
  const canWithdraw = isOwn && gift.status === 'pending'
  const hasCertificate =
    gift.status === 'approved' && (isReceiver || isOwn || can('manage_settings'))
  if (!gift.can_decide && !canWithdraw && !hasCertificate && !gift.post_id) return null
  return (
    <div className={css['actions']}>
      {/* The next step is another decision, with an idempotency key of its own. */}
      {gift.can_decide ? <DecisionButtons key={gift.steps_done} gift={gift} /> : null}
      {hasCertificate ? <CertificateButton gift={gift} /> : null}
      {gift.post_id ? (
        <Button variant="subtle" component={Link} to={`/posts/${gift.post_id}`}>
          {t('awards.gift.post')}
        </Button>
      ) : null}
      {canWithdraw ? <WithdrawButton gift={gift} /> : null}
    </div>
  )
}
