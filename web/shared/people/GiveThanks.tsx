import { Button } from '@mantine/core'
import { IconHeartHandshake } from '@tabler/icons-react'
import type { Person } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { openComposerFor } from '#web/shared/overlay-state.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './give-thanks.module.css'

/** Returns whether the reader can give points to a person. */
export function useCanThank(person: Pick<Person, 'id' | 'state'>): boolean {
  const { user } = useConfig()
  return person.id !== user.id && person.state === 'accepted'
}

/** A button that opens the composer for a person. */
export function GiveThanksButton({ person }: { person: Person }) {
  const { t } = useTranslation()
  const name = usePersonName()
  if (!useCanThank(person)) return null
  return (
    <Button
      variant="light"
      size="compact-sm"
      className={css['button'] ?? ''}
      aria-label={t('give_thanks_to', { name: name(person) })}
      onClick={() => openComposerFor(person)}
    >
      {t('give_thanks')}
    </Button>
  )
}

/**
 * An icon beside a person that opens the composer for them, with `text` as the initial text. It is
 * visible while the row is hovered or focused, and always on a touch screen. Rows mark themselves
 * with `data-thankable`.
 */
export function GiveThanksIcon({ person, text }: { person: Person; text?: string }) {
  const { t } = useTranslation()
  const name = usePersonName()
  if (!useCanThank(person)) return null
  const label = t('give_thanks_to', { name: name(person) })
  return (
    <button
      type="button"
      className={`plain ${css['icon']}`}
      title={label}
      onClick={() => openComposerFor(person, text)}
    >
      <IconHeartHandshake size={20} stroke={1.8} aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </button>
  )
}
