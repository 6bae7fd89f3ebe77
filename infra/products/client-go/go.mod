module social-publishing

go 1.19
