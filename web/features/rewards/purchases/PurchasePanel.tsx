import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { PurchaseDecisionDialog } from '#web/shared/purchases/PurchaseDecisionDialog.tsx'
import { PurchaseHistory } from '#web/shared/purchases/PurchaseHistory.tsx'
import { useOrderedBy } from '#web/shared/purchases/ordered-by.ts'
import { TeamRewardProgress } from '#web/shared/purchases/TeamRewardProgress.tsx'
import { copyText } from '#web/lib/clipboard.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { DecisionFields } from './PurchaseSelectionBar.tsx'
import type { Decision } from './use-decide.ts'
import { TakeBackDialog } from './TakeBackDialog.tsx'
import css from './work-list.module.css'
import { buyersOf } from './work-list.ts'

function CopyEmail({ email }: { email: string }) {
  const { t } = useTranslation('rewards')
  const [isCopied, setCopied] = useState<boolean | null>(null)
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <>
      <button
        type="button"
        className={`plain ${css['email']}`}
        onClick={() => void copyText(email).then(setCopied)}
      >
        <span>{email}</span>
        <Icon size={15} aria-hidden="true" />
        <span className="sr-only" role="status">
          {isCopied ? t('work.copied') : t('work.copy')}
        </span>
      </button>
      <small role="status">{isCopied === false ? t('work.copy_failed') : ''}</small>
    </>
  )
}

/** The buyers with picture, link, address and comment. */
function Buyers({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('rewards')
  const name = usePersonName()
  return (
    <ul className={css['buyers']} aria-label={t('work.buyers')}>
      {buyersOf(purchase).map(({ user, user_id: userId, email }) => (
        <li key={userId}>
          <UserAvatar user={user} size={40} />
          <div>
            <Link to="/profile/$id" params={{ id: userId }}>
              {name(user)}
            </Link>
            {user.job_title ? <small>{user.job_title}</small> : null}
            {email ? <CopyEmail email={email} /> : null}
            {purchase.comments
              .filter((comment) => comment.user_id === userId)
              .map((comment, index) => (
                <p key={index} className={css['comment']}>
                  {comment.text}
                </p>
              ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The order and the decision as their buyers see them. */
function Outcome({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('rewards')
  const {
    note,
    code,
    decline_reason: reason,
    ordered_at: orderedAt,
    order_note: orderNote,
  } = purchase
  const by = useOrderedBy(purchase)
  if (!note && !code && !reason && !orderedAt) return null
  return (
    <dl className={css['outcome']}>
      {orderedAt ? (
        <div>
          <dt>{by}</dt>
          <dd>{orderNote}</dd>
        </div>
      ) : null}
      {reason ? (
        <div>
          <dt>{t('decline.reason')}</dt>
          <dd>{reason}</dd>
        </div>
      ) : null}
      {note ? (
        <div>
          <dt>{t('work.note')}</dt>
          <dd>{note}</dd>
        </div>
      ) : null}
      {code ? (
        <div>
          <dt>{t('work.code')}</dt>
          <dd>{code}</dd>
        </div>
      ) : null}
    </dl>
  )
}

export type PanelForm = 'order' | 'decline'

function PanelActions({
  purchase,
  form: firstForm,
  decide,
  onDone,
}: {
  purchase: Purchase
  form: PanelForm | null
  decide: (decision: Decision) => void
  onDone: () => void
}) {
  const { t } = useTranslation('rewards')
  const { order, fulfil, decline, force, take_back: takeBack } = purchase.abilities
  const [form, setForm] = useState(firstForm)
  const [forceKey, setForceKey] = useState<string | null>(null)
  const [isTakingBack, setIsTakingBack] = useState(false)
  if (form && purchase.abilities[form])
    return <DecisionFields kind={form} count={1} onDecide={decide} onCancel={() => setForm(null)} />
  const formButton = (kind: PanelForm) => (
    <Button variant="default" onClick={() => setForm(kind)}>
      {t(`${kind}.action`)}
      <span className="sr-only"> {purchase.title}</span>
    </Button>
  )
  return (
    <>
      {fulfil ? <DecisionFields kind="fulfil" count={1} onDecide={decide} /> : null}
      {order || force || decline ? (
        <div className={css['fieldActions']}>
          {order ? formButton('order') : null}
          {force ? (
            <Button variant="default" onClick={() => setForceKey(crypto.randomUUID())}>
              {t('shop:force.action')}
              <span className="sr-only"> {purchase.title}</span>
            </Button>
          ) : null}
          {decline ? formButton('decline') : null}
        </div>
      ) : null}
      {takeBack ? (
        <div className={css['fieldActions']}>
          <Button variant="default" onClick={() => setIsTakingBack(true)}>
            {t('take_back.action')}
            <span className="sr-only"> {purchase.title}</span>
          </Button>
        </div>
      ) : null}
      {isTakingBack ? (
        <TakeBackDialog purchase={purchase} done={onDone} onClose={() => setIsTakingBack(false)} />
      ) : null}
      {forceKey ? (
        <PurchaseDecisionDialog
          request={{ kind: 'force', purchase, key: forceKey }}
          onClose={() => setForceKey(null)}
          onDone={onDone}
        />
      ) : null}
    </>
  )
}

/** The side panel of a purchase: buyers, decision, and the history. */
export function PurchasePanel({
  purchase,
  form,
  decide,
  onClose,
}: {
  purchase: Purchase
  /** The form that is open at first. */
  form: PanelForm | null
  decide: (decision: Decision) => void
  onClose: () => void
}) {
  const { t } = useTranslation('rewards')
  const { timezone } = useConfig().settings
  return (
    <Dialog
      title={purchase.title}
      close={t('common:close')}
      isFullScreenOnPhone
      classNames={{ inner: css['panelFrame'] ?? '', content: css['panel'] ?? '' }}
      onClose={onClose}
    >
      <div className={css['panelBody']}>
        <p className={css['facts']}>
          {t('common:points', { count: purchase.price })} ·{' '}
          {formatDateTime(purchase.created_at, timezone)}
        </p>
        {purchase.reward_type === 'team' && purchase.stage === 'in_progress' ? (
          <TeamRewardProgress price={purchase.price} contributed={purchase.contributed} />
        ) : null}
        <Buyers purchase={purchase} />
        {purchase.company_part > 0 ? (
          <p className={css['facts']}>{t('shop:company', { count: purchase.company_part })}</p>
        ) : null}
        <Outcome purchase={purchase} />
        <PanelActions purchase={purchase} form={form} decide={decide} onDone={onClose} />
        <PurchaseHistory events={purchase.history} title={purchase.title} isOpen />
      </div>
    </Dialog>
  )
}
