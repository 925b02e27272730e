/** Returns the sender of a post, if it is a person, and the recipients. */
export const listParticipants = ({
  from_id: fromId,
  to_ids: toIds,
}: {
  from_id: string | null
  to_ids: string[]
}): string[] => (fromId === null ? toIds : [fromId, ...toIds])
