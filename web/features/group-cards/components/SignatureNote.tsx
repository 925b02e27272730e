import { Button } from '@mantine/core'
import { IconEye, IconEyeOff, IconFlag } from '@tabler/icons-react'
import type { GroupCard } from '#contract/schemas/group-cards.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { useHideSignature } from '../api/queries.ts'
import css from './group-cards.module.css'

type Signature = GroupCard['signatures'][number]

const button = { size: 'compact-xs', variant: 'subtle', color: 'gray' } as const
const icon = { size: 14, 'aria-hidden': true } as const

/** What the person of a card may do with a signature. */
function SignatureActions({
  cardId,
  signature: { user, hidden, reported },
  onReport,
}: {
  cardId: string
  signature: Signature
  onReport: (userId: string) => void
}) {
  const { t } = useTranslation('organization')
  const hide = useHideSignature(cardId, { onError: (error) => notifyError(t, error) })
  return (
    <div className={css['hide']}>
      <Button
        {...button}
        leftSection={hidden ? <IconEye {...icon} /> : <IconEyeOff {...icon} />}
        onClick={() => hide.mutate({ userId: user.id, hidden: !hidden })}
      >
        {t(hidden ? 'cards.show' : 'cards.hide')}
      </Button>
      {reported ? (
        <span>{t('cards.reported')}</span>
      ) : (
        <Button {...button} leftSection={<IconFlag {...icon} />} onClick={() => onReport(user.id)}>
          {t('cards.report')}
        </Button>
      )}
    </div>
  )
}

/** A signature as a note. The person of the card may hide and report it. */
export function SignatureNote({
  card,
  signature,
  onReport,
}: {
  card: GroupCard
  signature: Signature
  onReport: (userId: string) => void
}) {
  const name = usePersonName()
  const { t } = useTranslation('organization')
  const { user, text, hidden, picture } = signature
  return (
    <li className={css['note']} data-hidden={hidden}>
      {picture.url ? (
        <img src={picture.url} alt={t('cards.picture', { name: name(user) })} loading="lazy" />
      ) : null}
      <p dir="auto">{text}</p>
      <footer>
        <UserAvatar user={user} size={28} />
        <b>{name(user)}</b>
      </footer>
      {card.abilities.hide ? (
        <SignatureActions cardId={card.id} signature={signature} onReport={onReport} />
      ) : null}
    </li>
  )
}
