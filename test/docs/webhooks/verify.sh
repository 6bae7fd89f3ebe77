# #region verify
sent_at=$(printf %s "$SIGNATURE" | tr , '\n' | sed -n 's/^ *t=//p' | head -n 1)
expected=$({ printf '%s.' "$sent_at"; cat; } | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d ' ' -f 1)
age=$(($(date +%s) - ${sent_at:-0}))
case ",$SIGNATURE," in
  *",v2=$expected,"*) [ "$age" -le 300 ] && echo genuine || echo forged ;;
  *) echo forged ;;
esac
# #endregion
