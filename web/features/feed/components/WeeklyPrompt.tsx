import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hourMs } from '#contract/durations.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { ImportantDate, Person } from '#contract/schemas/users.ts'
import { storeIfPossible } from '#web/lib/browser-storage.ts'
import { call } from '#web/lib/client.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { countPeople } from '../composer/post-drafts.ts'
import type { ComposerState } from '../composer/use-composer.ts'
import css from './weekly-prompt.module.css'

type Introductions = NonNullable<OutputOf<'profiles.thanks_prompt'>['introductions']>

const promptQuery = queryOptions({
  queryKey: queryKey('people', 'prompt'),
  queryFn: ({ signal }) => call('profiles.thanks_prompt', { signal }),
  staleTime: hourMs,
})

/** Returns the Monday of the week of a date, as 'YYYY-MM-DD'. */
function mondayOf(date: string): string {
  const day = new Date(date)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/** Whether a prompt of this week is still open, and a function that closes it until next Monday. */
function useWeek() {
  const { user, workspace, settings } = useConfig()
  const key = `laurel.prompt.${workspace.id}.${user.id}`
  const week = mondayOf(todayInTimezone(settings.timezone))
  const [isOpen, setOpen] = useState(() => localStorage.getItem(key) !== week)
  const close = () => {
    storeIfPossible('localStorage', key, week)
    setOpen(false)
  }
  return { isOpen, close }
}

const textOf = (
  t: Translate,
  { kind, years }: ImportantDate,
  { isTomorrow, name }: { isTomorrow: boolean; name: string },
) =>
  kind === 'birthday'
    ? t(`organization:prompt.birthday_${isTomorrow ? 'tomorrow' : 'today'}`, { name })
    : t(`organization:prompt.years_${isTomorrow ? 'tomorrow' : 'today'}`, {
        name,
        count: years ?? 0,
      })

/** The people whom a new person meets first; a click adds one to the composer. */
function FirstPeople({
  introductions: { by, people },
  onChoose,
}: {
  introductions: Introductions
  onChoose: (person: Person) => void
}) {
  const { t } = useTranslation(['feed', 'organization'])
  const nameOf = usePersonName()
  return (
    <div className={css['first']}>
      <p>
        {by
          ? t('organization:prompt.introduced', { name: nameOf(by) })
          : t('organization:prompt.first_days')}
      </p>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              className={`plain ${css['face']}`}
              aria-label={t('organization:prompt.thank', { name: nameOf(person) })}
              onClick={() => onChoose(person)}
            >
              <UserAvatar user={person} size={28} />
              <span>{nameOf(person)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One idea a week whom to thank, in a composer without people. */
export function WeeklyPrompt({ composer: { draft, drafts, field } }: { composer: ComposerState }) {
  const { t } = useTranslation(['feed', 'organization'])
  const nameOf = usePersonName()
  const { isOpen, close } = useWeek()
  const { data } = useQuery({ ...promptQuery, enabled: isOpen })
  const date = data?.date
  const department = data?.department
  const introductions = data?.introductions
  if (!isOpen || countPeople(draft) || !(date || department || introductions)) return null
  const thank = ({ user, kind, years }: ImportantDate) => {
    const wish =
      kind === 'birthday'
        ? t('dates.wish_birthday')
        : t('dates.wish_anniversary', { count: years ?? 0 })
    drafts.edit({ people: [user], text: draft.text.trim() ? draft.text : wish })
    close()
    field.current?.focus()
  }
  const choose = (person: Person) => {
    drafts.edit({ people: [person] })
    field.current?.focus()
  }
  return (
    <div className={css['prompt']}>
      {introductions ? (
        <FirstPeople introductions={introductions} onChoose={choose} />
      ) : (
        <p>
          {date
            ? textOf(t, date, { isTomorrow: data.is_tomorrow, name: nameOf(date.user) })
            : t('organization:prompt.department', { name: department?.name ?? '' })}{' '}
          {date ? (
            <button type="button" className={`plain ${css['action']}`} onClick={() => thank(date)}>
              {t('common:give_thanks')}
            </button>
          ) : (
            <Link
              to="/groups/$id"
              params={{ id: department?.id ?? '' }}
              className={css['action']}
              onClick={close}
            >
              {t('organization:prompt.people')}
            </Link>
          )}
        </p>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('organization:prompt.hide')}
        onClick={close}
      >
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
