import { useEffect, useState } from 'react';

/** The blurred miniature of a photo as a data address. Decoded only in the browser, and only when it is wanted. */
export function useThumbhash(hash: string | null | undefined, wanted: boolean): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!hash || !wanted) return undefined;
    let gone = false;
    void import('thumbhash').then(({ thumbHashToDataURL }) => {
      if (!gone) setAddress(decode(hash, thumbHashToDataURL));
    });
    return () => {
      gone = true;
    };
  }, [hash, wanted]);
  return address;
}

function decode(hash: string, toAddress: (bytes: Uint8Array) => string): string | null {
  try {
    return toAddress(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
  } catch {
    // A broken hash only costs the miniature.
    return null;
  }
}
