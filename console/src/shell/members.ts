import { useQueryClient } from '@tanstack/react-query';

/** Everything about members that was asked for. */
export const membersKey = ['members'] as const;

/** Where a member's page is. */
export interface Place {
  brand: string;
  accountId: string;
}

/** After an act, or when another person may have done one. */
export function useRefreshMembers(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: membersKey });
}
