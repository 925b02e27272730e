import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Value } from '#contract/schemas/values.ts'
import { useConfig } from '#web/shared/config.ts'
import { PostList } from '#web/shared/posts/PostList.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import css from './profile.module.css'

function EmptyPosts({
  id,
  direction,
  value,
  onValue,
}: {
  id: string
  direction: 'received' | 'given'
  value: Value | undefined
  onValue: (valueId: string | undefined) => void
}) {
  const { t } = useTranslation('profile')
  const { user } = useConfig()
  return value ? (
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
}

/** The posts a user received or gave, optionally of one value. */
export function ProfilePosts({
  id,
  direction,
  filtered,
  valueId,
  onValue,
}: {
  id: string
  direction: 'received' | 'given'
  filtered: boolean
  valueId: string | undefined
  onValue: (valueId: string | undefined) => void
}) {
  const { t } = useTranslation('profile')
  const { values } = useConfig()
  const value = values.find((choice) => choice.id === valueId)
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
          {values.map((choice) => (
            <button
              key={choice.id}
              type="button"
              className={`plain ${css['filter']}`}
              aria-pressed={choice.id === value?.id}
              onClick={() => onValue(choice.id)}
            >
              <span aria-hidden="true">{choice.emoji} </span>
              {choice.name}
            </button>
          ))}
        </div>
      ) : null}
      <PostList
        filter={{ profile: id, direction, ...(value ? { value_id: value.id } : {}) }}
        empty={<EmptyPosts id={id} direction={direction} value={value} onValue={onValue} />}
      />
    </>
  )
}
