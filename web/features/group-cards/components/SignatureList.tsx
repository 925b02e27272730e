import { Button } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import type { GroupCard } from '#contract/schemas/group-cards.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { useHideSignature } from '../api/queries.ts'
import css from './group-cards.module.css'

/** The signatures of a card as notes. The person of the card may hide each. */
export function SignatureList({ card }: { card: GroupCard }) {
  const { t } = useTranslation('organization')
  const name = usePersonName()
  const hide = useHideSignature(card.id, { onError: (error) => notifyError(t, error) })
  return (
    <ul className={css['notes']} aria-label={t('cards.signatures')}>
      {card.signatures.map(({ user, text, hidden }) => (
        <li key={user.id} className={css['note']} data-hidden={hidden}>
          <p dir="auto">{text}</p>
          <footer>
            <UserAvatar user={user} size={28} />
            <b>{name(user)}</b>
          </footer>
          {card.abilities.hide ? (
            <Button
              className={css['hide'] ?? ''}
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={
                hidden ? (
                  <IconEye size={14} aria-hidden="true" />
                ) : (
                  <IconEyeOff size={14} aria-hidden="true" />
                )
              }
              onClick={() => hide.mutate({ userId: user.id, hidden: !hidden })}
            >
              {t(hidden ? 'cards.show' : 'cards.hide')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
