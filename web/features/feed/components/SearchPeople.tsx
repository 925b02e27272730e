import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { peopleQuery } from '#web/shared/mentions/use-people-search.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { Card } from '#web/ui/Card.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import personRow from '#web/shared/people/person-row.module.css'
import css from './feed.module.css'

const shownMax = 3

/**
 * The people whose names match a search of the feed, each a link to the posts they sent and
 * received, because the search itself knows only the words of posts. Nothing without a match.
 */
export function SearchPeople({ search }: { search: string }) {
  const { t } = useTranslation('feed')
  const name = usePersonName()
  const { data } = useQuery(peopleQuery(search))
  if (!data?.length) return null
  return (
    <Card>
      <h3 className={css['title']}>{t('search.people')}</h3>
      <ul className={css['people']}>
        {data.slice(0, shownMax).map((person) => (
          <li key={person.id}>
            <Link to="/profile/$id" params={{ id: person.id }} className={personRow['link']}>
              <UserAvatar user={person} size={34} />
              <span>
                <b>{name(person)}</b>
                <small>{t('search.person_posts')}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
