import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { PostList } from '#web/shared/posts/PostList.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import css from './profile.module.css'

/** What somebody received or gave, of one value if one is chosen. */
export function ProfilePosts({
  id,
  direction,
  filtered,
  value_id: valueId,
  onValue,
}: {
  id: string
  direction: 'received' | 'given'
  filtered: boolean
  value_id: string | undefined
  onValue: (valueId: string | undefined) => void
}) {
  const { t } = useTranslation('profile')
  const { user, values } = useConfig()
  const value = values.find((one) => one.id === valueId)
  const empty = value ? (
    <Card>
      <EmptyState
        art="laurel"
        title={t('empty.value', { value: value.name })}
        text={t('empty.value_text')}
      >
        <Button variant="light" onClick={() => onValue(undefined)}>
          {t('feed:all')}
        </Button>
      </EmptyState>
    </Card>
  ) : (
    <Card>
      <EmptyState
        art="laurel"
        title={t(`empty.${direction}`)}
        text={id === user.id ? t(`empty.${direction}_own`) : t(`empty.${direction}_other`)}
      >
        {id === user.id || direction === 'received' ? (
          <Button component={Link} to="/feed" variant="light">
            {t('feed:empty.action')}
          </Button>
        ) : null}
      </EmptyState>
    </Card>
  )
  return (
    <>
      {filtered ? (
        <div className={css['filters']} role="group" aria-label={t('feed:filter')}>
          <button
            type="button"
            className={`plain ${css['filter']}`}
            aria-pressed={!value}
            onClick={() => onValue(undefined)}
          >
            {t('feed:all')}
          </button>
          {values.map((one) => (
            <button
              key={one.id}
              type="button"
              className={`plain ${css['filter']}`}
              aria-pressed={one.id === value?.id}
              onClick={() => onValue(one.id)}
            >
              <span aria-hidden="true">{one.emoji} </span>
              {one.name}
            </button>
          ))}
        </div>
      ) : null}
      <PostList
        filter={{ profile: id, direction, ...(value ? { value_id: value.id } : {}) }}
        empty={empty}
      />
    </>
  )
}
