import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OwnNomination, OwnNominationRound } from '#contract/schemas/nominations.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useWithdrawNomination } from '../api/own.api.ts'
import { AnswerList } from './AnswerList.tsx'
import { nameOfNominee } from './describe-round.ts'
import { EditNominationDialog } from './NominationFormCard.tsx'
import css from './nominations.module.css'
import { NomineeName } from './NomineeName.tsx'

function WithdrawDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const withdraw = useWithdrawNomination({
    onSuccess: () => {
      notifySuccess(t('nominations.own.withdrawn'))
      onClose()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('nominations.own.withdraw_title', { name })}
      text={t('nominations.own.withdraw_text')}
      confirm={t('nominations.own.withdraw')}
      cancel={t('common:cancel')}
      busy={withdraw.isPending}
      onClose={onClose}
      onConfirm={() => withdraw.mutate({ id })}
    />
  )
}

/** A nomination of the reader, which changes while the round is open. */
function OwnNominationCard({
  round,
  nomination,
}: {
  round: OwnNominationRound
  nomination: OwnNomination
}) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const [dialog, setDialog] = useState<'edit' | 'withdraw' | null>(null)
  const close = () => setDialog(null)
  const name = nameOfNominee(t, nomination.nominee, nameOf)
  const { sharing, may_quote: mayQuote } = nomination
  return (
    <Card className={css['own']}>
      <NomineeName nominee={nomination.nominee} />
      <p className={css['quote']}>{nomination.text}</p>
      <AnswerList questions={round.questions} nomination={nomination} />
      <p className={css['note']}>
        {t(`nominations.own.${sharing}`)}
        {mayQuote && sharing === 'named' ? ` ${t('nominations.own.quote')}` : ''}
      </p>
      {round.phase === 'open' ? (
        <div className={css['actions']}>
          <Button variant="default" onClick={() => setDialog('edit')}>
            {t('nominations.edit')}
            <span className="sr-only"> {name}</span>
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setDialog('withdraw')}>
            {t('nominations.own.withdraw')}
            <span className="sr-only"> {name}</span>
          </Button>
        </div>
      ) : null}
      {dialog === 'edit' ? (
        <EditNominationDialog round={round} nomination={nomination} name={name} onClose={close} />
      ) : null}
      {dialog === 'withdraw' ? (
        <WithdrawDialog id={nomination.id} name={name} onClose={close} />
      ) : null}
    </Card>
  )
}

/** The reader's nominations in a round. */
export function OwnNominations({
  round,
  nominations,
}: {
  round: OwnNominationRound
  nominations: OwnNomination[]
}) {
  const { t } = useTranslation('organization')
  if (!nominations.length) return null
  const title = t('nominations.own.title')
  return (
    <section>
      <h2 className={css['heading']}>{title}</h2>
      <ul className={css['list']} aria-label={title}>
        {nominations.map((nomination) => (
          <li key={nomination.id}>
            <OwnNominationCard round={round} nomination={nomination} />
          </li>
        ))}
      </ul>
    </section>
  )
}
